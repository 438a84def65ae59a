#!/bin/bash
# The reference solution of cases/every-kind, call by call. Ends at the first call that is refused.
set -euo pipefail

slipway-tool crm list_customers <<'ARGUMENTS'
{"tier":"business"}
ARGUMENTS

slipway-tool crm get_customer <<'ARGUMENTS'
{"id":"CUS-1"}
ARGUMENTS

slipway-tool contacts get_person <<'ARGUMENTS'
{"id":"CON-1"}
ARGUMENTS

slipway-tool crm update_customer <<'ARGUMENTS'
{"id":"CUS-1","status":"on_hold","notes":"Ask Ada; costs ${5}"}
ARGUMENTS

slipway-tool mail send <<'ARGUMENTS'
{"to":["ada@ours.example"],"subject":"On hold: O'Hara \"Bakery\"","body":"CUS-1 is on hold."}
ARGUMENTS

slipway-tool reply --json <<'ARGUMENTS'
{"message":"On hold now: CUS-1"}
ARGUMENTS

#!/bin/bash
# The reference solution of cases/combined, call by call. Ends at the first call that is refused.
set -euo pipefail

slipway-tool crm list_customers <<'ARGUMENTS'
{"status":"active"}
ARGUMENTS

slipway-tool crm get_customer <<'ARGUMENTS'
{"id":"CUS-1"}
ARGUMENTS

slipway-tool contacts get_person <<'ARGUMENTS'
{"id":"CON-1"}
ARGUMENTS

slipway-tool crm update_customer <<'ARGUMENTS'
{"id":"CUS-1","status":"on_hold"}
ARGUMENTS

slipway-tool mail send <<'ARGUMENTS'
{"to":["ada@ours.example"],"subject":"On hold","body":"Ahorn Bakery pays late and is on hold."}
ARGUMENTS

slipway-tool crm get_customer <<'ARGUMENTS'
{"id":"CUS-2"}
ARGUMENTS

slipway-tool contacts get_person <<'ARGUMENTS'
{"id":"CON-2"}
ARGUMENTS

slipway-tool crm update_customer <<'ARGUMENTS'
{"id":"CUS-2","status":"on_hold"}
ARGUMENTS

slipway-tool mail send <<'ARGUMENTS'
{"to":["ben@ours.example"],"subject":"On hold","body":"Birke Travel pays late and is on hold."}
ARGUMENTS

slipway-tool reply --json <<'ARGUMENTS'
{"message":"On hold now: Ahorn Bakery, Birke Travel"}
ARGUMENTS

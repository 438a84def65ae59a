#!/bin/bash
# The reference solution of cases/planned-faults, call by call. Ends at the first call that is refused. What meets a planned fault is called again.
set -euo pipefail

# A planned fault meets this call.
slipway-tool helpdesk list_tickets <<'ARGUMENTS' || true
{"status":"open"}
ARGUMENTS

slipway-tool helpdesk list_tickets <<'ARGUMENTS'
{"status":"open"}
ARGUMENTS

slipway-tool crm list_customers <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool contacts list_people <<'ARGUMENTS'
{}
ARGUMENTS

# A planned fault meets this call.
slipway-tool helpdesk update_ticket <<'ARGUMENTS' || true
{"id":"TIC-1","priority":"urgent"}
ARGUMENTS

# A planned fault meets this call.
slipway-tool helpdesk update_ticket <<'ARGUMENTS' || true
{"id":"TIC-1","priority":"urgent"}
ARGUMENTS

slipway-tool helpdesk update_ticket <<'ARGUMENTS'
{"id":"TIC-1","priority":"urgent"}
ARGUMENTS

# A planned fault meets this call.
slipway-tool helpdesk get_ticket <<'ARGUMENTS' || true
{"id":"TIC-1"}
ARGUMENTS

slipway-tool helpdesk get_ticket <<'ARGUMENTS'
{"id":"TIC-1"}
ARGUMENTS

slipway-tool helpdesk add_comment <<'ARGUMENTS'
{"ticket":"TIC-1","body":"Raised; it waited too long."}
ARGUMENTS

# A planned fault meets this call.
slipway-tool mail send <<'ARGUMENTS' || true
{"to":["ida.roth@ours.example"],"subject":"Late: TIC-1","body":"TIC-1 has waited too long."}
ARGUMENTS

slipway-tool mail send <<'ARGUMENTS'
{"to":["ida.roth@ours.example"],"subject":"Late: TIC-1","body":"TIC-1 has waited too long."}
ARGUMENTS

# A planned fault meets this call.
slipway-tool helpdesk update_ticket <<'ARGUMENTS' || true
{"id":"TIC-4","priority":"urgent"}
ARGUMENTS

slipway-tool helpdesk update_ticket <<'ARGUMENTS'
{"id":"TIC-4","priority":"urgent"}
ARGUMENTS

slipway-tool helpdesk get_ticket <<'ARGUMENTS'
{"id":"TIC-4"}
ARGUMENTS

# A planned fault meets this call.
slipway-tool helpdesk add_comment <<'ARGUMENTS' || true
{"ticket":"TIC-4","body":"Raised; it waited too long."}
ARGUMENTS

slipway-tool helpdesk add_comment <<'ARGUMENTS'
{"ticket":"TIC-4","body":"Raised; it waited too long."}
ARGUMENTS

slipway-tool mail send <<'ARGUMENTS'
{"to":["ola.berg@ours.example"],"subject":"Late: TIC-4","body":"TIC-4 has waited too long."}
ARGUMENTS

slipway-tool reply --json <<'ARGUMENTS'
{"message":"Raised, and their managers told: TIC-1, TIC-4"}
ARGUMENTS

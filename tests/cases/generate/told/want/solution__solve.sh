#!/bin/bash
# The reference solution of cases/told, call by call. Ends at the first call that is refused.
set -euo pipefail

slipway-tool inventory list_products <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool calendar list_events <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool contacts list_people <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool todo create_task <<'ARGUMENTS'
{"title":"Order pump seals","priority":"high","due_date":"2026-04-02","estimate":"PT1H"}
ARGUMENTS

slipway-tool mail send <<'ARGUMENTS'
{"to":["ida.roth@ours.example"],"subject":"Stocktaking","body":"The stocktaking is on Tuesday, 31 March, from 13:15 to 14:00. One seal costs us 12.50 EUR."}
ARGUMENTS

slipway-tool reply --json <<'ARGUMENTS'
{"message":"It is noted and told.","price":12.5,"takes":"P12D"}
ARGUMENTS

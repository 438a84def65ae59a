#!/bin/bash
# The reference solution of cases/typed-answers, call by call. Ends at the first call that is refused.
set -euo pipefail

slipway-tool crm list_customers <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool crm list_payments <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool crm log_activity <<'ARGUMENTS'
{"customer":"CUS-1","type":"note","summary":"Payments","details":"Received 350.3 EUR."}
ARGUMENTS

slipway-tool reply --json <<'ARGUMENTS'
{"total":350.3,"payments":["PAY-11","PAY-12"],"largest":["PAY-12","PAY-14","PAY-11"],"state":[{"payment":"PAY-11","verdict":"settled"},{"payment":"PAY-12","verdict":"settled"},{"payment":"PAY-13","verdict":"void"},{"payment":"PAY-14","verdict":"open"},{"payment":"PAY-15","verdict":"void"}],"same":[{"one":"PAY-14","other":"PAY-12"}]}
ARGUMENTS

#!/bin/bash
# The reference solution of cases/files-and-slots, call by call. Ends at the first call that is refused.
set -euo pipefail

cd "${SLIPWAY_FILES:-/work}"

slipway-tool contacts list_people <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool calendar list_events <<'ARGUMENTS'
{}
ARGUMENTS

slipway-tool calendar create_event <<'ARGUMENTS'
{"title":"Review North","start":"2026-03-30T12:00:00Z","end":"2026-03-30T13:30:00Z","attendees":["CON-1","CON-2","CON-4"]}
ARGUMENTS

slipway-tool calendar create_event <<'ARGUMENTS'
{"title":"Review South","start":"2026-03-30T11:00:00Z","end":"2026-03-30T12:30:00Z","attendees":["CON-3"]}
ARGUMENTS

mkdir -p 'out'
cat > 'out/plan.json' <<'FILE'
{
  "reviews": [
    {
      "team": "North",
      "people": 2
    },
    {
      "team": "South",
      "people": 1
    }
  ],
  "hours": 3,
  "kept free": [
    "lunch"
  ]
}
FILE

cat > 'teams.csv' <<'FILE'
team,lead,first,budget,note
North,Ada,true,1250.5,
South,Cleo,false,80,
FILE

cat > 'note'\''s.md' <<'FILE_'
On Monday both teams meet.
FILE
FILE_

slipway-tool reply --json <<'ARGUMENTS'
{"message":"Planned; the files are in the folder."}
ARGUMENTS

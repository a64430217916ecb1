#!/usr/bin/env bash
# An app in the vendor's style, without a display, from document to face, against a running back office.
#
#   usage: onboarding.sh ADDRESS PASSWORD [OPTIONS OF bank-onboarding]
#
# ADDRESS is what `make serve` prints, PASSWORD that of the account 'admin'. Makes a program for itself, runs
# Examples/BankOnboarding with its credentials, and tells what the server decided.
set -euo pipefail

if [ $# -lt 2 ]; then
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi
address=${1%/} password=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
app=$here/.build/release/bank-onboarding

fail() {
  echo "onboarding.sh: $*" >&2
  exit 1
}

[ -x "$app" ] || fail "there is no $app; run 'make build'"

# member NAME – of the data in the answer on the standard input; nothing where there is none
member() {
  python3 -c 'import json, sys
try: print(json.load(sys.stdin).get("data", {}).get(sys.argv[1], ""))
except ValueError: pass' "$1"
}

# post PATH TOKEN BODY
post() {
  curl -s -X POST "$address$1" -H "Authorization: Bearer $2" -H 'Content-Type: application/json' -d "$3"
}

body=$(python3 -c 'import json, sys; print(json.dumps({"name": "admin", "password": sys.argv[1]}))' "$password")
admin=$(post /v1/login - "$body" | member token) || true
[ -n "$admin" ] || fail "no answer from $address, or a wrong password"
program=$(post /v1/admin/clients "$admin" "{\"name\":\"onboarding-$(date +%s)\"}")
id=$(member id <<< "$program") secret=$(member secret <<< "$program")
[ -n "$id" ] && [ -n "$secret" ] || fail "no program could be made"

reference=onboarding-$(date +%s)-$$
status=0
"$app" --server "${address%%://*}://$id:$secret@${address#*://}" --reference "$reference" "$@" || status=$?

for _ in $(seq 60); do
  verdict=$(curl -s "$address/v1/review/sessions?limit=20" -H "Authorization: Bearer $admin" | python3 -c 'import json, sys
for session in json.load(sys.stdin)["data"]["sessions"]:
    if session["reference"] == sys.argv[1] and session.get("verdict"):
        print(session["verdict"], *session["reasons"])' "$reference")
  [ -z "$verdict" ] || break
  sleep 1
done
echo "The server decided: ${verdict:-nothing yet}"
exit "$status"

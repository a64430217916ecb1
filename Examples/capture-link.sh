#!/usr/bin/env bash
# An address at which a person without an app is verified: opened in a browser it asks for consent, watches the face, takes the
# card, and shows what came of it. The case then lies in the console.
#
#   usage: Examples/capture-link.sh ADDRESS ADMIN_PASSWORD [LANGUAGE]
#
# ADDRESS is what `bonafide serve` printed, and ADMIN_PASSWORD what it printed at its first start. LANGUAGE is tr, en, pt or es.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: $0 ADDRESS ADMIN_PASSWORD [LANGUAGE], as 'bonafide serve' printed them" >&2; exit 64; }
address=$1 password=$2 language=${3:-en}

# post PATH TOKEN BODY NAME… – members of the answer's data; says what came instead of it
post() {
  local path=$1 token=$2 body=$3 answer
  shift 3
  answer=$(curl --silent --show-error --request POST "$address$path" --data "$body" \
    --header 'Content-Type: application/json' ${token:+--header "Authorization: Bearer $token"}) || return 1
  printf '%s' "$answer" | python3 -c '
import json, sys
text = sys.stdin.read()
try:
    data = json.loads(text)["data"]
except (ValueError, KeyError):
    sys.exit("not the answer that was wanted: " + (text or "nothing"))
print(*(data[name] for name in sys.argv[1:]))' "$@"
}

admin=$(post /v1/login '' "{\"name\":\"admin\",\"password\":\"$password\"}" token)
program=$(post /v1/admin/clients "$admin" "{\"name\":\"capture-$(date +%s)\"}" id secret)
read -r client secret <<< "$program"
app=$(post /v1/token '' "{\"clientId\":\"$client\",\"clientSecret\":\"$secret\"}" token)
session=$(post /v1/sessions "$app" "{\"callType\":\"NewCustomer\",\"reference\":\"capture-$(date +%s)\"}" id)
path=$(post "/v1/sessions/$session/capture-link" "$app" "{\"language\":\"$language\"}" path)
echo "$address$path"

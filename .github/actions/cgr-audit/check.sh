#!/usr/bin/env bash
# Annotates, writes SARIF and the summary of the job, and ends with the exit code of the check. The second and third
# run read the records of the first from the cache. What is given comes in variables, so that no text becomes a command.
set -uo pipefail

mapfile -t paths < <(grep -v '^[[:space:]]*$' <<<"$CGR_AUDIT_PATHS")
mapfile -t options < <(grep -v '^[[:space:]]*$' <<<"${CGR_AUDIT_OPTIONS:-}")
[[ -n "${CGR_AUDIT_CONTRACT:-}" ]] && options+=(--contract "$CGR_AUDIT_CONTRACT")
[[ -n "${CGR_AUDIT_FAIL_ON:-}" ]] && options+=(--fail-on "$CGR_AUDIT_FAIL_ON")

check() { cgr-audit "${CGR_AUDIT_COMMAND:-audit}" "${options[@]}" --format "$1" -- "${paths[@]}"; }

check github
code=$?
((code == 2)) && exit 2
[[ -n "${CGR_AUDIT_SARIF:-}" ]] && check sarif >"$CGR_AUDIT_SARIF" 2>/dev/null
[[ -n "${GITHUB_STEP_SUMMARY:-}" ]] && check markdown >>"$GITHUB_STEP_SUMMARY" 2>/dev/null
exit "$code"

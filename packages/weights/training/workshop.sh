#!/usr/bin/env bash
# Everything with a GPU, one step after another in the folder W, which holds mpnet.xz, bge.xz, asked.xz, examples.xz and bed.xz.
# Start it with setsid and look at its logs: a machine that is handed back in between takes all of it along.
# Usage: workshop.sh W TEACHER_SECONDS STUDENT_SECONDS
set -euo pipefail
cd "$(dirname "$0")"
export PYTHONUNBUFFERED=1 PYTHONWARNINGS=ignore
python3 stage1.py "$1" > "$1/stage1.log" 2>&1
python3 train_lab.py "$1" "$1/teacher.pt" --kind teacher --seconds "$2" > "$1/teacher.log" 2>&1
python3 label.py "$1" > "$1/label.log" 2>&1
python3 add_cosines.py "$1" > "$1/cosines.log" 2>&1
LAB_LAYERS=6 python3 train_lab.py "$1" "$1/half.pt" --kind reader --start half --seconds "$3" --rate 8e-5 --scale 0.8 --masked 0.05 > "$1/half.log" 2>&1
python3 pack_half.py "$1/half.pt" "$1/half.npz"
split -b 14000000 -d "$1/half.npz" "$1/half.npz."
echo done > "$1/done"

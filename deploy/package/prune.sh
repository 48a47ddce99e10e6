#!/bin/sh
# Removes from an installation what only people and compilers read: maps of sources, types and sources of libraries.
set -eu
find "$1" -type f ! -path '*/avow/docs/*' ! -path '*/avow/packages/*' \
  \( -name '*.map' -o -name '*.md' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

#!/bin/sh
# deploys
TARGET=shop # name
export LEVEL="a # b" OTHER='it"s'
build() {
  echo "of $(ls -l "x y" | wc -l) # text" > out 2>&1
  if [ -n "$TARGET" ]; then { echo ${TARGET#pre}; }; fi
}
function deploy {
  cat <<END
  # text
END
  build && \
    echo done
}
deploy

#!/bin/bash
for s in 1 2 3 4; do ./quarry-a train tetris/10x20 --seed $s -q -o simplified-$s.toml > simplified-$s.log 2>&1; done

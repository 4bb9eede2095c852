#!/usr/bin/env node
// The published package has the built program. A checkout runs the sources, so that the command needs no build and is never older than they are.
import { existsSync } from 'node:fs'

const built = new URL('../dist/main.js', import.meta.url)
const sources = new URL('../src/main.ts', import.meta.url)
await import(existsSync(sources) ? sources.href : built.href)

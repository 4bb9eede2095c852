import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Results } from '../findings/finding.ts'
import { junit } from '../findings/junit.ts'
import { sarif } from '../findings/sarif.ts'
import { UsageError } from '../lib/usage-error.ts'
import type { OptionValues } from './settings.ts'
import type { SettingWords } from './words.ts'

/** Writes the results into the files of --junit and --sarif. */
export function writeResults(results: Results, values: OptionValues, folder: string, words: SettingWords): void {
  const write = (file: string | undefined, text: (results: Results) => string) => {
    if (file === undefined) return
    const path = resolve(folder, file)
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text(results))
    } catch {
      throw new UsageError(words.cannotWrite(path))
    }
  }
  write(values.junit, junit)
  write(values.sarif, sarif)
}

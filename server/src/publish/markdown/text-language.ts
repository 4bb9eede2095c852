import type { Language } from '@sheaf/contract'

const SAMPLE_CHARS = 4000
/** Characters in which the sample is looked for: a page can begin with long code. */
const START_CHARS = 20_000
/** Code has the letters of its language, not those of its readers. */
const CODE = /^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1/gm
/** A Chinese text contains English names, but an English one has almost no Han characters. */
const HAN_SHARE_MIN = 0.1

/** The language of a text, by the share of Han characters among its letters. Texts for programs follow it, so they do not vary by reader. */
export function textLanguage(text: string): Language {
  const sample = text.slice(0, START_CHARS).replace(CODE, '').slice(0, SAMPLE_CHARS)
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  return han > 0 && han >= letters * HAN_SHARE_MIN ? 'zh' : 'en'
}

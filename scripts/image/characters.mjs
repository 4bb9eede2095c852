// Prints the characters of the image's font as ranges of code points, for hb-subset (Dockerfile). Diagrams in Word exports are drawn
// with it. The Chinese characters are those of GB 2312 and the frequent ones of Big5, because authors in Hong Kong and Taiwan use these.
const codePoints = new Set()

/** Adds all characters that two bytes in these ranges encode. */
function addEncoded(encoding, [firstFrom, firstTo], seconds) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let first = firstFrom; first <= firstTo; first++)
    for (const [from, to] of seconds)
      for (let second = from; second <= to; second++)
        try {
          for (const character of decoder.decode(Uint8Array.of(first, second))) codePoints.add(character.codePointAt(0))
        } catch {
          // The encoding has no character here.
        }
}

addEncoded('gbk', [0xa1, 0xf7], [[0xa1, 0xfe]])
addEncoded(
  'big5',
  [0xa1, 0xc6],
  [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
)

/** Latin letters with accents, punctuation, currencies, arrows, mathematics, frames, shapes, and full-width forms. */
for (const [from, to] of [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x22ff],
  [0x2460, 0x25ff],
  [0x2713, 0x2717],
  [0x3000, 0x303f],
  [0xff00, 0xffef],
])
  for (let code = from; code <= to; code++) codePoints.add(code)

const ranges = []
for (const code of [...codePoints].filter((code) => code < 0xe000 || code > 0xf8ff).sort((a, b) => a - b)) {
  const last = ranges.at(-1)
  if (last?.to === code - 1) last.to = code
  else ranges.push({ from: code, to: code })
}
const hex = (code) => code.toString(16).padStart(4, '0')
console.log(ranges.map(({ from, to }) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`)).join('\n'))

import { NAME_MAX } from '@sheaf/contract'

/** What neither a name needs nor anybody sees: control characters, those that turn the direction of writing, those without width. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
/** What a browser or a web server would run, anywhere in the name: some of them look at every ending. */
const RUNS =
  /\.(?:php\d*|phps|pht(?:ml?)?|phar|aspx?|as[achm]x|asa|cshtml|vbhtml|axd|jspx?|cfm|cgi|[sx]?html?|mhtml?|hta|xht|svgz?|exe|scr|bat|cmd|msi|dll|vbs|ps1|htaccess)(?![a-z0-9])/i

export const isDangerous = (name: string) => RUNS.test(name)

/** A file name as it is stored and shown: no folders, nothing unseen, no dots or blanks at the end, at most 255 characters. */
export function cleanName(given: string): string {
  const plain = given.toWellFormed().normalize('NFC').replace(UNSEEN, '').replaceAll(';', '_')
  const name = plain
    .slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1)
    .replace(/[.\s]+$/, '')
    .trimStart()
  if (name.length <= NAME_MAX) return name
  const ending = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? ''
  return name.slice(0, NAME_MAX - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

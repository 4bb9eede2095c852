import { NAME_MAX } from '@sheaf/contract'

/** Invisible characters: control characters, direction marks and zero-width characters. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
/** Extensions that a browser or web server can execute, anywhere in the name: some servers check every extension. */
const EXECUTABLE =
  /\.(?:php\d*|phps|pht(?:ml?)?|phar|aspx?|as[achm]x|asa|cshtml|vbhtml|axd|jspx?|cfm|cgi|[sx]?html?|mhtml?|hta|xht|svgz?|exe|scr|bat|cmd|msi|dll|vbs|ps1|htaccess)(?![a-z0-9])/i

export const isDangerous = (name: string) => EXECUTABLE.test(name)

/** A file name as it is stored and shown: no folders, no invisible characters, no trailing dots or spaces, at most 255 characters. */
export function cleanName(given: string): string {
  const plain = given.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replaceAll(';', '_')
  const name = plain
    .slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1)
    // Looked at where dots and blanks begin only: a name has up to 80,000 characters here.
    .replace(/(?<![.\s])[.\s]+$/, '')
    .trimStart()
  if (name.length <= NAME_MAX) return name
  const ending = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0] ?? ''
  return name.slice(0, NAME_MAX - ending.length).replace(/[\ud800-\udbff]$/, '') + ending
}

/** Pictures that are shown inline; all other files are offered as a download. */
export const pictures: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  png: 'image/png',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

export const extensionOf = (name: string) => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** A kind of file that can be uploaded, in addition to pictures (S61). */
interface Kind {
  /** The stored content type; the type that a client sends is never used. */
  type: string
  /** The first bytes, in hex; a kind without this is text. */
  begins?: RegExp
}

const zip = /^504b(?:0304|0506|0708)/
/** Office files are zip files; older or encrypted ones are compound files. Some old extensions can contain the new format. */
const office = /^(?:504b(?:0304|0506|0708)|d0cf11e0a1b11ae1)/
const wave = /^52494646.{8}57415645/
const isoMedia = /^.{8}(?:66747970|6d6f6f76|6d646174|77696465|66726565|736b6970)/
const matroska = /^1a45dfa3/
const ogg = /^4f676753/
const mp3 = /^(?:494433|fff[23ab])/
const openXml = (of: string) => `application/vnd.openxmlformats-officedocument.${of}`
const openDocument = (of: string) => `application/vnd.oasis.opendocument.${of}`

/** The published list, which the manual's page on attachments repeats. It contains no executable formats and no markup. */
export const kinds: Record<string, Kind> = {
  pdf: { type: 'application/pdf', begins: /^(?:..){0,1019}255044462d/ },
  doc: { type: 'application/msword', begins: /^(?:504b0304|d0cf11e0a1b11ae1|7b5c727466)/ },
  docx: { type: openXml('wordprocessingml.document'), begins: office },
  xls: { type: 'application/vnd.ms-excel', begins: office },
  xlsx: { type: openXml('spreadsheetml.sheet'), begins: office },
  ppt: { type: 'application/vnd.ms-powerpoint', begins: office },
  pptx: { type: openXml('presentationml.presentation'), begins: office },
  odt: { type: openDocument('text'), begins: zip },
  ods: { type: openDocument('spreadsheet'), begins: zip },
  odp: { type: openDocument('presentation'), begins: zip },
  rtf: { type: 'application/rtf', begins: /^7b5c727466/ },
  wps: { type: 'application/vnd.ms-works', begins: office },
  et: { type: 'application/vnd.ms-excel', begins: office },
  dps: { type: 'application/vnd.ms-powerpoint', begins: office },
  vsd: { type: 'application/vnd.visio', begins: office },
  vsdx: { type: 'application/vnd.visio', begins: office },
  mpp: { type: 'application/vnd.ms-project', begins: office },
  epub: { type: 'application/epub+zip', begins: zip },
  xmind: { type: 'application/vnd.xmind.workbook', begins: zip },

  txt: { type: 'text/plain' },
  log: { type: 'text/plain' },
  md: { type: 'text/markdown' },
  markdown: { type: 'text/markdown' },
  csv: { type: 'text/csv' },
  tsv: { type: 'text/tab-separated-values' },
  json: { type: 'application/json' },
  jsonl: { type: 'application/json' },
  har: { type: 'application/json' },
  yaml: { type: 'application/yaml' },
  yml: { type: 'application/yaml' },
  toml: { type: 'application/toml' },
  ini: { type: 'text/plain' },
  conf: { type: 'text/plain' },
  properties: { type: 'text/plain' },
  sql: { type: 'application/sql' },
  proto: { type: 'text/plain' },
  graphql: { type: 'text/plain' },
  diff: { type: 'text/plain' },
  patch: { type: 'text/plain' },
  srt: { type: 'text/plain' },

  zip: { type: 'application/zip', begins: zip },
  '7z': { type: 'application/x-7z-compressed', begins: /^377abcaf271c/ },
  rar: { type: 'application/vnd.rar', begins: /^526172211a07/ },
  gz: { type: 'application/gzip', begins: /^1f8b/ },
  tgz: { type: 'application/gzip', begins: /^1f8b/ },
  bz2: { type: 'application/x-bzip2', begins: /^425a68/ },
  xz: { type: 'application/x-xz', begins: /^fd377a585a00/ },
  zst: { type: 'application/zstd', begins: /^28b52ffd/ },
  tar: { type: 'application/x-tar', begins: /^.{514}7573746172/ },

  mp3: { type: 'audio/mpeg', begins: mp3 },
  wav: { type: 'audio/wav', begins: wave },
  ogg: { type: 'audio/ogg', begins: ogg },
  flac: { type: 'audio/flac', begins: /^664c6143/ },
  m4a: { type: 'audio/mp4', begins: isoMedia },
  aac: { type: 'audio/aac', begins: /^fff[19]/ },
  mp4: { type: 'video/mp4', begins: isoMedia },
  m4v: { type: 'video/mp4', begins: isoMedia },
  mov: { type: 'video/quicktime', begins: isoMedia },
  webm: { type: 'video/webm', begins: matroska },
  mkv: { type: 'video/x-matroska', begins: matroska },
  avi: { type: 'video/x-msvideo', begins: /^52494646.{8}41564920/ },

  tif: { type: 'image/tiff', begins: /^(?:49492a00|4d4d002a)/ },
  tiff: { type: 'image/tiff', begins: /^(?:49492a00|4d4d002a)/ },
  heic: { type: 'image/heic', begins: /^.{8}66747970/ },
  psd: { type: 'image/vnd.adobe.photoshop', begins: /^38425053/ },
}

/** Audio and video that pages play: these types are sent unchanged, because a browser can only play them. */
export const isPlayable = (type: string) => /^(?:audio\/(?:mpeg|wav|ogg|flac|mp4|aac)|video\/(?:mp4|webm|quicktime))$/.test(type)

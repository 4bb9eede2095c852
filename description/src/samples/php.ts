import { addressOf, type BodyPiece, hasUnseen, hex, joined, withoutUnseen, writtenOut } from './pieces.ts'
import type { SampleRequest } from './types.ts'

const names: Record<number, string> = { 9: '\\t', 10: '\\n', 13: '\\r' }
const unseen = (code: number) => names[code] ?? `\\u{${hex(code, 1)}}`

/** Single quotes, in which PHP expands nothing; double quotes only for texts with invisible characters, which need escapes. */
function quoted(text: string): string {
  if (!hasUnseen(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`
  return `"${withoutUnseen(text.replace(/[\\"$]/g, '\\$&'), unseen)}"`
}

function pieceCode(piece: BodyPiece): string {
  if (typeof piece === 'string') return quoted(piece)
  if ('file' in piece) return `file_get_contents(${quoted(piece.file)})`
  const variable = `getenv('${piece.env}')`
  return piece.encoded ? `rawurlencode(${variable})` : variable
}

const literal = (pieces: BodyPiece[]) => joined(pieces).map(pieceCode).join(' . ') || "''"

export function php(request: SampleRequest): string {
  const { headers, body } = writtenOut(request)
  const rows = headers.map(({ name, value }) => `        ${literal([`${name}: `, ...value])},`)
  return [
    '<?php',
    '',
    `$curl = curl_init(${literal(addressOf(request))});`,
    'curl_setopt_array($curl, [',
    `    CURLOPT_CUSTOMREQUEST => '${request.method}',`,
    ...(request.method === 'HEAD' ? ['    CURLOPT_NOBODY => true,'] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ...(rows.length > 0 ? ['    CURLOPT_HTTPHEADER => [', ...rows, '    ],'] : []),
    ...(body ? [`    CURLOPT_POSTFIELDS => ${literal(body)},`] : []),
    ']);',
    'echo curl_exec($curl);',
  ].join('\n')
}

import type { MigrationRun } from './way.ts'

/** Files of one text that are looked for; more would be no page that somebody wrote. */
const FILES_PER_TEXT_MAX = 200

/** The files moved so far, by the signs and by the paths that their addresses have. */
interface Known {
  signs: Map<string, number>
  paths: Map<string, number>
}

export async function learnFiles(way: MigrationRun) {
  const signs = new Map<string, number>()
  for (const { file_id, sign } of way.staging.all<{ file_id: number; sign: string }>('select file_id, sign from upload_file')) {
    const here = way.id('upload_file', file_id)
    if (here) signs.set(String(sign), here)
  }
  const rows = await way.db.selectFrom('showdoc_file').select(['path', 'file_id']).execute()
  way.memory.set('files', { signs, paths: new Map(rows.map((row) => [row.path, row.file_id])) } satisfies Known)
}

/** What a text shows belongs to its page: whoever reads the page sees it, and nobody else. */
export function filesNamed(text: string, way: MigrationRun): number[] {
  const known = way.memory.get('files') as Known | undefined
  if (!known || !/visitFile|Public\/Uploads/i.test(text)) return []
  const bySign = [...text.matchAll(/visitFile(?:\/sign\/|[&?]sign=|%2Fsign%2F)([0-9a-f]{32})/gi)].map(([, sign]) =>
    known.signs.get((sign as string).toLowerCase()),
  )
  const byPath = [...text.matchAll(/Public\/Uploads\/([^\s"'()<>?#\\]+)/gi)].map(([, path]) => known.paths.get(decodedPath(path as string)))
  return [...new Set([...bySign, ...byPath].filter((id) => id !== undefined))].slice(0, FILES_PER_TEXT_MAX)
}

function decodedPath(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

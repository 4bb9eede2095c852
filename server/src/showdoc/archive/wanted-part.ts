import { safePath } from '../../zip/zip-name.ts'

/** As deep as the two folders may lie in an archive: `backup/html/Sqlite/…`. */
const DEEPEST = 8

/**
 * Where a file of an archive goes: `Sqlite/showdoc.db.php` and what lies in `Public/Uploads`, wherever these are in it; undefined for
 * everything else, and for a name that leads out of the folder. An installation's programs are of no use here.
 */
export function wantedPart(name: string): string | undefined {
  const path = safePath(name)
  if (path === undefined) return undefined
  const parts = path.split('/')
  if (parts.length > DEEPEST + 4) return undefined
  if (parts.at(-1) === 'showdoc.db.php') return 'Sqlite/showdoc.db.php'
  const at = parts.findIndex((part, n) => part === 'Public' && parts[n + 1] === 'Uploads')
  return at < 0 || parts.length < at + 3 ? undefined : parts.slice(at).join('/')
}

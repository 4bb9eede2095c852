import { safeName } from '../../zip/safe-name.ts'

/** A first heading of level 1, which an import would take for the title. */
const HEADING = /^ {0,3}#(?:[ \t]|$)|^ {0,3}=+[ \t]*$/m

/** What stands above a text whose file would not tell its page's title, so that nothing is lost where only the folder is left. */
export function frontMatter(title: string, content: string): string {
  const tells = safeName(title, '') === title && !HEADING.test(content)
  return tells ? '' : `---\ntitle: ${JSON.stringify(title)}\n---\n\n`
}

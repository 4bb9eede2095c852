import { baseName, nameOf, withoutExtension } from '../../import-plan/name.ts'

/** Where the content of a zip begins: '' or the single folder around everything. */
export function contentRoot(names: Iterable<string>): string {
  let root: string | undefined
  for (const name of names) {
    const end = name.indexOf('/')
    const top = end < 0 ? '' : name.slice(0, end)
    root ??= top
    if (top === '' || top !== root) return ''
  }
  return root ?? ''
}

/** The item's name: that of the folder around everything, of the zip, or what its first page calls itself. */
export const itemName = (root: string, fileName: string, firstTitle: string) =>
  nameOf(root, withoutExtension(baseName(fileName.replaceAll('\\', '/'))), firstTitle, 'Markdown')

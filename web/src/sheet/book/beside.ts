import { readSheets, type StoredSheet } from '@sheaf/contract/sheet'
import { extentOf, nameOf } from '@sheaf/contract/sheet-text'

/** Sheets beside those that are there, each with a name of its own. */
export function beside(text: string, more: StoredSheet[]): string {
  const there = readSheets(text) ?? []
  const filled = there.filter((sheet) => extentOf(sheet).cells > 0 || there.length > 1)
  const names = new Set(filled.map(nameOf))
  const added = more.map((sheet) => {
    const plain = nameOf(sheet)
    let name = plain
    for (let n = 2; names.has(name); n++) name = `${plain} (${n})`
    names.add(name)
    return { ...sheet, name }
  })
  return JSON.stringify([...filled, ...added])
}

/** What was dropped; a folder comes as an empty file of its name, since its content cannot be read like one. */
export function filesOf({ items, files }: DataTransfer): File[] {
  const entries = [...(items ?? [])].filter((item) => item.kind === 'file')
  if (!entries.length) return [...files]
  return entries.flatMap((item) => {
    const entry = item.webkitGetAsEntry?.()
    if (entry?.isDirectory) return [new File([], entry.name)]
    return item.getAsFile() ?? []
  })
}

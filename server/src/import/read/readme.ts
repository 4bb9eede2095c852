/** Which file holds which page, by title, from prefix_readme.md; pages of one title follow one another. */
export function parseReadme(text: string): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const found = /(prefix_[\da-f]{32}\.md)[\s)\]|]*$/.exec(line)
    if (!found) continue
    const title = line
      .slice(0, found.index)
      .replace(/[\s([|—–:：-]+$/, '')
      .replace(/^[\s|*-]+/, '')
    files.set(title, [...(files.get(title) ?? []), found[1]!])
  }
  return files
}

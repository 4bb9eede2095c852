const signs = /[.+^${}()|[\]\\]/g

/** A pattern of names: * stands for any run of characters, ? for one. */
const nameExpression = (pattern: string) =>
  new RegExp(`^${pattern.replace(signs, '\\$&').replaceAll('*', '.*').replaceAll('?', '.')}$`, 'iu')

/** Whether a name is wanted: among the included, where any are named, and not among the excluded. */
export function chooser(include: string[], exclude: string[]): (...names: string[]) => boolean {
  const [wanted, unwanted] = [include.map(nameExpression), exclude.map(nameExpression)]
  const among = (list: RegExp[], names: string[]) => names.some((name) => list.some((pattern) => pattern.test(name)))
  return (...names) => (wanted.length === 0 || among(wanted, names)) && !among(unwanted, names)
}

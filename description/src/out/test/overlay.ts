type Json = Record<string, unknown>

/** One step of a JSONPath: `.name`, `['name']` or `[3]`. */
const STEP = /\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/gy

function targetOf(root: unknown, path: string): unknown {
  let node = root
  STEP.lastIndex = 1
  while (STEP.lastIndex < path.length) {
    const from = STEP.lastIndex
    const found = STEP.exec(path)
    if (path[0] !== '$' || !found) throw new Error(`no JSONPath from ${from}: ${path}`)
    const [, plain, quoted, position] = found
    const name = quoted?.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string, mark: string) =>
      code ? String.fromCharCode(Number.parseInt(code, 16)) : mark,
    )
    node = (node as Json)[plain ?? name ?? Number(position)]
  }
  return node
}

function merge(into: Json, update: Json): void {
  for (const [key, value] of Object.entries(update)) {
    const known = Object.hasOwn(into, key) ? into[key] : undefined
    if (typeof value === 'object' && value !== null && typeof known === 'object' && known !== null) merge(known as Json, value as Json)
    else into[key] = value
  }
}

/** Applies an overlay as its specification says, apart from our writer of it. Changes the document. */
export function applyOverlay(document: unknown, overlay: { overlay: string; actions: { target: string; update: Json }[] }): void {
  if (overlay.overlay !== '1.0.0' || overlay.actions.length === 0) throw new Error('no overlay')
  for (const { target, update } of overlay.actions) merge(targetOf(document, target) as Json, update)
}

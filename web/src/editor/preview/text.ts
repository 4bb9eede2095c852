import { mayHaveParts } from '@sheaf/description/fence'
import { type RenderOptions, render } from '@sheaf/markdown'
import type { Composed, KnownParts } from './composed.ts'

/** Renders a text with the views of its parts; their writer is loaded with the first text that has any. */
export async function renderText(text: string, options: RenderOptions, parts: KnownParts): Promise<Composed> {
  if (!mayHaveParts(text)) return { ...(await render(text, options)), marks: [], wanted: [] }
  const { renderComposed } = await import('./composed.ts')
  return renderComposed(text, options, parts)
}

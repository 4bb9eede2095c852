export { rewriteLinks } from './links/rewrite-links.ts'
export { plainText } from './plain-text.ts'
export { render } from './render.ts'
export type { Heading, Need, Rendered, RenderOptions } from './types.ts'

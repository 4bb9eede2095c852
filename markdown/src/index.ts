export { plainText } from './plain-text.ts'
export { render } from './render.ts'
export { rewriteLinks } from './rewrite-links.ts'
export type { Heading, Need, Rendered, RenderOptions } from './types.ts'

import { type RenderOptions, render } from '@sheaf/markdown'

export default ({ text, options }: { text: string; options: RenderOptions }) => render(text, options)

/** The last part of a path. */
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The folder of a path, '' at the root. */
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A file name without its extension. */
export const withoutExtension = (name: string) => name.replace(/(?<=.)\.[^./]*$/, '')

/** Whether a file with this name becomes a page. */
export const isMarkdown = (name: string) => /\.(?:mdx?|markdown)$/i.test(name)

/** A name, or a path with this name, without the id that Notion adds to it. */
export const withoutId = (name: string) => name.replace(/(?<=[^\s/]) [0-9a-f]{32}$/, '')

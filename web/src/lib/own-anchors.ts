/** Makes the anchors of a rendered page unique in a document that shows several: each id and each link to one begins with `prefix`. */
export const ownAnchors = (html: string, prefix: string) =>
  html.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/(\sid=")([^"]+)"/, (_, start: string, id: string) => `${start}${prefix}${id}"`)
      .replace(/(\shref=")#([^"]+)"/, (_, start: string, id: string) => `${start}#${prefix}${id}"`),
  )

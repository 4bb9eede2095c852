const turning =
  /<marker id="([\w-]+)"([^>]*) refX="([\d.-]+)" refY="([\d.-]+)"([^>]*) orient="auto-start-reverse"([^>]*)>([\s\S]*?)<\/marker>/g

/** The drawer knows no ends of lines that turn where a line begins: these get one of their own, turned already. */
export function plainMarkers(svg: string): string {
  const named = svg.replace(
    turning,
    (_, id: string, before: string, x: string, y: string, between: string, after: string, inside: string) => {
      const marker = (name: string, content: string) =>
        `<marker id="${name}"${before} refX="${x}" refY="${y}"${between} orient="auto"${after} overflow="visible">${content}</marker>`
      // Drawn the other way round in the first place, which a browser then turns wrongly.
      const turned = id.endsWith('-start') ? inside : `<g transform="rotate(180 ${x} ${y})">${inside}</g>`
      return marker(id, inside) + marker(`${id}-turned`, turned)
    },
  )
  return named.replace(/marker-start="url\(#([\w-]+)\)"/g, (whole, id: string) =>
    named.includes(`id="${id}-turned"`) ? `marker-start="url(#${id}-turned)"` : whole,
  )
}

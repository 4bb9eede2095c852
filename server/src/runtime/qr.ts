/** A QR code as SVG: one path of dark modules on white, with its quiet border. Throws when the text is too long for one. */
export async function qrSvg(text: string): Promise<string> {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}"><path d="M0 0h${size}v${size}h-${size}z" fill="#fff"/><path d="${modules.join('')}" shape-rendering="crispEdges"/></svg>`
}

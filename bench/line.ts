/** The slope of a least-squares line through these points and the 95 % margin of error of the slope. */
export function line(points: [x: number, y: number][]) {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const spread = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0)
  const slope = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) / spread
  const rest = points.reduce((sum, [px, py]) => sum + (py - y - slope * (px - x)) ** 2, 0) / (points.length - 2)
  return { slope, error: 2 * Math.sqrt(rest / spread) }
}

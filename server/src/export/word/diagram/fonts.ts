import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Common system fonts with Chinese, and without, in order of preference: pattern of the file name, and font family. */
const chinese: [RegExp, string][] = [
  [/^NotoSansCJK-Regular\.ttc$/i, 'Noto Sans CJK SC'],
  [/^NotoSansCJKsc-Regular\.otf$/i, 'Noto Sans CJK SC'],
  [/^NotoSansSC(?:-Regular|\[wght\]|-VF)?\.(?:otf|ttf)$/i, 'Noto Sans SC'],
  [/^SourceHanSans(?:SC|CN)-Regular\.otf$/i, 'Source Han Sans SC'],
  [/^msyh\.tt[cf]$/i, 'Microsoft YaHei'],
  [/^PingFang\.ttc$/i, 'PingFang SC'],
  [/^Hiragino Sans GB\.ttc$/i, 'Hiragino Sans GB'],
  [/^wqy-microhei\.ttc$/i, 'WenQuanYi Micro Hei'],
  [/^wqy-zenhei\.ttc$/i, 'WenQuanYi Zen Hei'],
  [/^Deng\.ttf$/i, 'DengXian'],
  [/^simhei\.ttf$/i, 'SimHei'],
  [/^simsun\.ttc$/i, 'SimSun'],
  [/^DroidSansFallback(?:Full)?\.ttf$/i, 'Droid Sans Fallback'],
]
const latin: [RegExp, string][] = [
  [/^NotoSans-Regular\.ttf$/i, 'Noto Sans'],
  [/^LiberationSans-Regular\.ttf$/i, 'Liberation Sans'],
  [/^DejaVuSans\.ttf$/i, 'DejaVu Sans'],
  [/^Arial\.ttf$/i, 'Arial'],
  [/^segoeui\.ttf$/i, 'Segoe UI'],
  [/^Helvetica\.ttc$/i, 'Helvetica'],
]

const folders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
]

export interface DrawingFont {
  path: string
  family: string
  hasChinese: boolean
}

function filesIn(folder: string, depth = 0): { name: string; path: string }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return depth < 4 ? filesIn(path, depth + 1) : []
      return [{ name: entry.name, path }]
    })
  } catch {
    return []
  }
}

function search(): DrawingFont | undefined {
  const files = folders.flatMap((folder) => filesIn(folder))
  for (const [pattern, family] of [...chinese, ...latin]) {
    const found = files.find(({ name }) => pattern.test(name))
    if (found) return { path: found.path, family, hasChinese: chinese.some(([, name]) => name === family) }
  }
  return undefined
}

let known: { font: DrawingFont | undefined } | undefined

/** The font for diagrams on this machine; undefined if there is none. The search runs once. */
export function drawingFont(): DrawingFont | undefined {
  known ??= { font: search() }
  return known.font
}

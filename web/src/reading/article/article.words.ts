import { words } from '../../lib/words.ts'

/** What the article says when it is used; not part of its text. */
export const articleWords = words({
  en: {
    copied: 'Copied',
    linkCopied: 'Link to this section copied',
    notCopied: 'Copying did not work. Select the text and copy it yourself',
    enlarge: 'Enlarge picture',
    close: 'Close',
    drawing: 'Drawing the diagram…',
    notDrawn: 'This diagram could not be drawn. This is its source:',
  },
  zh: {
    copied: '已复制',
    linkCopied: '本节链接已复制',
    notCopied: '复制失败，请选中文本后手动复制',
    enlarge: '查看大图',
    close: '关闭',
    drawing: '正在绘制图表…',
    notDrawn: '图表无法绘制，源码如下：',
  },
})

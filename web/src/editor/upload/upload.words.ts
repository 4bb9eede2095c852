import { words } from '../../lib/words.ts'

export const uploadWords = words({
  en: {
    picture: 'Picture',
    uploadPicture: 'Upload a picture…',
    fromFiles: 'From my attachments…',
    byAddress: 'By its address',
    dropHere: 'Drop to attach',
    dropHint: 'Pictures are shown in the text, other files are linked.',
  },
  zh: {
    picture: '图片',
    uploadPicture: '上传图片…',
    fromFiles: '从我的附件中选择…',
    byAddress: '通过图片地址',
    dropHere: '松开即可添加',
    dropHint: '图片显示在正文中，其他文件以链接插入。',
  },
})

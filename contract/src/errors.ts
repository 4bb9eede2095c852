/** Every refusal the product answers with: its number on the wire and its words in both languages. `{x}` is filled in. */
export const errors = {
  badInput: { code: 10101, en: 'Please check this field: {field}', zh: '请检查此项内容：{field}' },
  notFound: { code: 10101, en: 'This does not exist or has been deleted', zh: '内容不存在或已被删除' },
  nameEmpty: { code: 10101, en: 'Please enter a name of 1 to 255 characters', zh: '请输入 1 至 255 个字符的名称' },
  typeUnknown: { code: 10101, en: 'Unknown kind of item', zh: '未知的项目类型' },
  registerClosed: {
    code: 10101,
    en: 'Registration is closed. Please ask your administrator for an account',
    zh: '注册功能已关闭，请联系管理员开通账号',
  },
  passwordsDiffer: { code: 10101, en: 'The two passwords are not the same', zh: '两次输入的密码不一致' },
  passwordShort: { code: 10101, en: 'A password needs 8 to 128 characters', zh: '密码长度须为 8 至 128 个字符' },
  passwordCommon: { code: 10101, en: 'This password is too easy to guess. Please choose another one', zh: '该密码过于常见，请换一个' },
  usernameTaken: { code: 10101, en: 'This user name is taken', zh: '用户名已被使用' },
  usernameInvalid: {
    code: 10101,
    en: 'A user name has 2 to 30 letters, digits, Chinese characters or _ - .',
    zh: '用户名须为 2 至 30 个字母、数字、汉字或 _ - .',
  },
  setupDone: { code: 10101, en: 'Sheaf has been set up already', zh: '简册已完成初始化' },
  setupLink: {
    code: 10101,
    en: 'This set-up link is not valid. The current one is in the server’s log',
    zh: '初始化链接无效，请查看服务器日志中的最新链接',
  },
  catalogCycle: { code: 10101, en: 'A catalog cannot be moved below itself', zh: '不能将目录移动到自身之下' },
  catalogTooDeep: { code: 10101, en: 'Catalogs go up to three levels', zh: '目录最多支持三级' },
  treeOutdated: {
    code: 10109,
    en: 'Somebody else has moved this in the meantime. You see the present order now',
    zh: '其他人刚刚移动过此处的内容，已为您显示最新顺序',
  },
  notInBin: {
    code: 10101,
    en: 'This page is not in the recycle bin. It may have been recovered already, or cleared after 30 days',
    zh: '回收站中没有该页面，可能已被恢复，或已满 30 天被清除',
  },
  itemOfOnePage: {
    code: 10101,
    en: 'This item has a single page and no catalogs. Please choose another one',
    zh: '该项目只有单个页面，不支持目录，请选择其他项目',
  },
  importKind: {
    code: 10101,
    en: 'This file cannot be imported. Choose a zip of Markdown files or of an exported item, a Markdown file, or a description of an API (OpenAPI, Swagger, Postman, HAR)',
    zh: '无法导入该文件。请选择由 Markdown 文件组成的 zip、项目导出的 zip、Markdown 文件或接口描述文件（OpenAPI、Swagger、Postman、HAR）',
  },
  importJson: { code: 10101, en: 'The file is no valid JSON: {problem}', zh: '文件不是有效的 JSON：{problem}' },
  importYaml: { code: 10101, en: 'The file is no valid YAML: {problem}', zh: '文件不是有效的 YAML：{problem}' },
  importNothing: { code: 10101, en: 'There is nothing in this file that a page could be made of', zh: '文件中没有可以生成页面的内容' },
  importTextTooBig: { code: 10101, en: 'The file is too large: at most {limit} can be read', zh: '文件过大，最多可读取 {limit}' },
  importTooMany: {
    code: 10101,
    en: 'This file would make more than {limit} pages. Please split it',
    zh: '该文件将生成超过 {limit} 个页面，请拆分后再导入',
  },
  importOvertaken: {
    code: 10109,
    en: 'Others kept changing this item while the file was imported. Nothing was changed; please try again',
    zh: '导入期间其他人一直在修改该项目，导入未生效，请重试',
  },
  importBroken: { code: 10101, en: 'The file is damaged and cannot be read', zh: '文件已损坏，无法读取' },
  importEmpty: { code: 10101, en: 'There is no Markdown page in this zip', zh: '压缩包中没有 Markdown 文件' },
  importTooBig: { code: 10101, en: 'The zip is too large when unpacked: {limit}', zh: '压缩包解压后过大：{limit}' },
  fileMissing: { code: 10101, en: 'Please choose a file', zh: '请选择文件' },
  qrcodeAddress: { code: 10101, en: 'QR codes are made for addresses of this site only', zh: '仅支持为本站地址生成二维码' },
  fileNotAllowed: {
    code: 10100,
    en: 'Files of this kind cannot be uploaded: {name}',
    zh: '不支持上传此类文件：{name}',
  },
  pictureNotAllowed: {
    code: 10100,
    en: 'This is not a picture we can show. Use jpg, gif, png, bmp or webp',
    zh: '无法识别此图片，请使用 jpg、gif、png、bmp 或 webp 格式',
  },
  fileTooLarge: { code: 413, en: 'A file must be smaller than {limit} MB', zh: '文件须小于 {limit} MB' },
  quotaFull: {
    code: 10101,
    en: 'Your files take all the space you have ({limit} MB). Delete some under “My attachments” first',
    zh: '您的附件空间（{limit} MB）已用完，请先在「我的附件」中清理',
  },
  mockNoJson: { code: 10101, en: 'A mock must be JSON: {problem}', zh: 'Mock 模板须为 JSON 格式：{problem}' },
  mockTooMuch: {
    code: 10101,
    en: 'This template takes too long or makes too much. Please make it smaller',
    zh: '该模板耗时过长或生成的内容过大，请精简后再试',
  },
  templatesFull: {
    code: 10101,
    en: 'You have {limit} templates already. Please delete one first',
    zh: '模板数量已达上限（{limit} 个），请先删除不用的模板',
  },
  clientFull: {
    code: 10101,
    en: 'There are {limit} of these already. Please delete one first',
    zh: '数量已达上限（{limit} 个），请先删除不用的内容',
  },
  userMissing: { code: 10209, en: 'Please name a user', zh: '请输入用户名' },
  userUnknown: { code: 10209, en: 'There is no user named {names}', zh: '用户不存在：{names}' },
  memberAlready: { code: 10101, en: 'Already a member: {names}', zh: '已经是成员：{names}' },
  ownerNoMember: { code: 10101, en: 'The owner has all rights already', zh: '项目所有者已拥有全部权限，无需添加' },
  boundAlready: { code: 10101, en: 'This item is bound to the team already', zh: '该项目已绑定到此团队' },
  nothingToLeave: { code: 10101, en: 'You are not a member of this item', zh: '您不是该项目的成员' },
  wrongOldPassword: { code: 10101, en: 'The present password is wrong', zh: '原密码错误' },
  passwordSame: { code: 10101, en: 'Please choose another password than the present one', zh: '新密码不能与原密码相同' },
  emailInvalid: { code: 10101, en: 'Please enter a valid e-mail address', zh: '请输入有效的邮箱地址' },
  emailTaken: { code: 10101, en: 'This e-mail address belongs to another account', zh: '该邮箱已被其他账号绑定' },
  emailMissing: { code: 10101, en: 'Your account has no e-mail address yet', zh: '您的账号尚未绑定邮箱' },
  mailOff: { code: 10101, en: 'This server sends no mail. Please ask your administrator', zh: '服务器未配置邮件发送，请联系管理员' },
  mailFailed: { code: 10101, en: 'The mail could not be sent. Please try again later', zh: '邮件发送失败，请稍后再试' },
  linkInvalid: { code: 10101, en: 'This link is no longer valid. Please ask for a new one', zh: '链接已失效，请重新获取' },
  administratorStays: {
    code: 10101,
    en: '{name} is an administrator. Take that right away first, then delete the account',
    zh: '{name} 是管理员，请先取消其管理员身份，再删除账号',
  },
  lastAdministrator: {
    code: 10101,
    en: 'This is the last administrator. Make somebody else one first',
    zh: '这是最后一位管理员，请先指定其他管理员',
  },
  ownAccount: { code: 10101, en: 'You cannot disable your own account', zh: '不能停用自己的账号' },
  ownPasswordElsewhere: {
    code: 10101,
    en: 'Change your own password in your personal settings, with the present one',
    zh: '请在个人设置中凭原密码修改自己的密码',
  },
  ownsItems: {
    code: 10101,
    en: '{name} still owns items ({count}). Transfer or delete them first',
    zh: '{name} 名下还有项目（{count} 个），请先转让或删除',
  },
  homeItemMissing: {
    code: 10101,
    en: 'Please choose the item that opens as home page. The one given does not exist',
    zh: '请选择作为首页的项目，所填项目不存在',
  },
  secretAgain: {
    code: 10101,
    en: 'The address has changed. Please enter the password or secret again, so that it is not sent somewhere by mistake',
    zh: '地址已变更，请重新输入密码或密钥，以免误发到其他服务器',
  },
  directorySilent: {
    code: 10011,
    en: 'The directory at {place} does not answer ({problem}). Nothing was saved',
    zh: '无法连接目录服务器 {place}（{problem}），设置未保存',
  },
  loginInvalid: { code: 10102, en: 'Please log in', zh: '请先登录' },
  noPermission: { code: 10103, en: 'You do not have permission to do this', zh: '您没有权限执行此操作' },
  pagesOfOthers: {
    code: 10103,
    en: 'There are pages of others in this catalog. Only the owner of the item may take them away',
    zh: '该目录中有其他成员创建的页面，仅项目所有者可以删除或移出项目',
  },
  contentEmpty: { code: 10103, en: 'The page has no text yet. Please write something before saving', zh: '页面还没有内容，请输入后再保存' },
  archived: { code: 10103, en: 'This item is archived and can only be read', zh: '项目已归档，仅可阅读' },
  lockedBy: { code: 10108, en: '{name} is editing this page', zh: '{name} 正在编辑此页面' },
  versionOutdated: { code: 10109, en: 'This page has been changed by {author} in the meantime', zh: '{author} 已修改过此页面' },
  wrongLogin: { code: 10204, en: 'Wrong user name or password', zh: '用户名或密码错误' },
  captchaWrong: { code: 10206, en: 'Please enter the characters in the picture', zh: '请输入正确的验证码' },
  keysWrong: { code: 10306, en: 'api_key and api_token do not match', zh: 'api_key或者api_token不匹配' },
  keysFirst: {
    code: 10306,
    en: 'Send api_key and api_token before the file, or as the headers X-Api-Key and X-Api-Token',
    zh: '请将 api_key 与 api_token 放在文件之前，或以 X-Api-Key、X-Api-Token 请求头发送',
  },
  pushTitle: { code: 10101, en: 'page_title is missing', zh: '缺少 page_title' },
  pushContent: { code: 10101, en: 'page_content is missing', zh: '缺少 page_content' },
  pushOnePage: {
    code: 10101,
    en: 'This item has a single page and no catalogs. Its page is changed under the title it has: {title}',
    zh: '该项目只有单个页面，不支持目录；更新该页面时请使用其现有标题：{title}',
  },
  pushNothing: { code: 10101, en: 'Please say what to change', zh: '请指明要修改的内容' },
  tablesNone: { code: 10101, en: 'No table was found in table_info or table_detail', zh: 'table_info 与 table_detail 中没有数据表' },
  commentsNone: {
    code: 10101,
    en: 'No comment with “showdoc” and @title was found in content',
    zh: 'content 中没有包含 showdoc 与 @title 的注释',
  },
  wrongPassword: { code: 10208, en: 'Wrong password', zh: '密码错误' },
  wrongLoginOften: { code: 10210, en: 'Wrong user name or password', zh: '用户名或密码错误' },
  noVisit: { code: 10303, en: 'You have no access to this item', zh: '您无权访问该项目' },
  domainTaken: { code: 10304, en: 'Personal domain name already exists', zh: '个性域名已经存在' },
  domainInvalid: {
    code: 10305,
    en: 'Personalized domain names can only be a combination of letters or numbers',
    zh: '个性域名只能是字母或数字的组合',
  },
  wrongVisitPassword: { code: 10307, en: 'Wrong password', zh: '访问密码错误' },
  wrongVisitPasswordOften: { code: 10308, en: 'Wrong password', zh: '访问密码错误' },
  crossSite: { code: 10103, en: 'This request came from another site and was refused', zh: '该请求来自其他站点，已被拒绝' },
  exportBusy: {
    code: 429,
    en: 'Many exports are being made. Please try again in a minute',
    zh: '正在进行的导出较多，请稍后再试',
  },
  unknownCall: { code: 404, en: 'There is no such call', zh: '接口不存在' },
  postOnly: { code: 405, en: 'This call answers POST only', zh: '该接口仅支持 POST 请求' },
  tooLarge: { code: 413, en: 'The request is too large', zh: '请求内容过大' },
  tooMany: { code: 429, en: 'Too many requests. Please wait a moment', zh: '请求过于频繁，请稍后再试' },
  unexpected: {
    code: 500,
    en: 'Something went wrong. Please tell your administrator this number: {request}',
    zh: '服务器出错了，请将此编号告知管理员：{request}',
  },
} as const satisfies Record<string, { code: number; en: string; zh: string }>

export type ErrorName = keyof typeof errors

export type Language = 'en' | 'zh'

/** A refusal in the product's words; the door turns it into the envelope. `data` goes along where a client needs it. */
export class Refusal extends Error {
  readonly error: ErrorName
  readonly fill: Record<string, string>
  readonly data: unknown

  constructor(error: ErrorName, fill: Record<string, string> = {}, data: unknown = null) {
    super(error)
    this.error = error
    this.fill = fill
    this.data = data
  }
}

export const sayError = (error: ErrorName, language: Language, fill: Record<string, string> = {}) =>
  errors[error][language].replace(/\{(\w+)\}/g, (_, key: string) => fill[key] ?? '')

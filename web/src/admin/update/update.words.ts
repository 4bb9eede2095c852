import { words } from '../../lib/words.ts'

export const updateWords = words({
  en: {
    title: 'System update',
    failedTitle: 'The check for a newer version failed',
    here: (version: string) => `This is Sheaf ${version}.`,
    newest: 'There is nothing newer.',
    from: (place: string) => `New versions come from ${place}, and are taken only if they are signed with the key of this server.`,
    again: 'Look again',
    looking: 'Looking…',
    found: (version: string) => `Sheaf ${version} is there`,
    staged: 'Downloaded and checked.',
    news: 'What is new',
    update: (version: string) => `Update to ${version}…`,
    failedBefore: (version: string, problem: string) =>
      `Version ${version} could not be started (${problem}). The version before runs again, with the database as it was.`,

    dialogTitle: (version: string) => `Update to Sheaf ${version}?`,
    dialogText:
      'It is downloaded and checked first. Then the server stops for about half a minute, copies its database and starts as the new version. If that does not start, the old one comes back with the copy.',
    dialogTextPostgres:
      'It is downloaded and checked first. Then the server stops for about half a minute and starts as the new version. If that does not start, the old one comes back; the database is yours to keep safe.',
    writing: 'Users who are editing keep their text in the browser and can save it afterwards.',
    password: 'Your password',
    passwordMissing: 'Please enter your password',
    hasBackup: 'I have made a backup of the PostgreSQL database',
    backupMissing: 'Please make one first, for instance with “npx sheaf backup”',
    do: 'Update now',
    downloading: 'Downloading and checking…',
    switching: 'Switching…',

    awayTitle: (version: string) => `Sheaf ${version} is being started`,
    away: (seconds: number) => `This page reloads in ${seconds} seconds.`,
    awayLonger: 'It takes a little longer. This page reloads as soon as the server answers.',
    awayLong:
      'The server has not answered for two minutes. A large database takes its time; if it stays like this, look at what the server writes where it was started.',

    byHand: 'Update by hand',
    off: 'Updating from here is switched off. It needs an update source and its public key: the settings UPDATE_SOURCE and UPDATE_PUBLIC_KEY, which the manual describes.',
    container: 'This server runs in a container. A container is not changed from within: it is replaced by one of the new version.',
    unsupervised:
      'There is an update source, but the server was not started with “npm start”, so that nothing is there to start another version of it.',
    several:
      'Several servers work on this database. They are updated where they run, all of them before the new version serves anybody; docs/scale.md describes how.',
    git: 'This installation is a checkout of the source:',
    docker: 'Where the compose file is; the first line for an image from a registry, the second for one built from the source:',
    folder: 'Put the new version over this folder, then:',
    backupFirst: 'Make a backup first; an older version does not open a newer database reliably.',
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Could not be copied',
  },
  zh: {
    title: '系统升级',
    failedTitle: '无法得知是否有新版本',
    here: (version: string) => `当前版本：简册 ${version}。`,
    newest: '已是最新版本。',
    from: (place: string) => `新版本来自 ${place}，只有通过本服务器公钥签名验证的才会采用。`,
    again: '重新检查',
    looking: '检查中…',
    found: (version: string) => `发现新版本：简册 ${version}`,
    staged: '已下载并通过校验。',
    news: '更新内容',
    update: (version: string) => `升级到 ${version}…`,
    failedBefore: (version: string, problem: string) => `版本 ${version} 未能启动（${problem}），已恢复此前的版本和数据库。`,

    dialogTitle: (version: string) => `升级到简册 ${version}？`,
    dialogText:
      '系统会先下载并校验新版本，然后停止服务约半分钟，备份数据库并以新版本启动。如果新版本无法启动，将恢复旧版本和备份的数据库。',
    dialogTextPostgres:
      '系统会先下载并校验新版本，然后停止服务约半分钟，并以新版本启动。如果新版本无法启动，将恢复旧版本；数据库需由您自行备份。',
    writing: '正在编辑的用户，文字会保留在浏览器中，升级后可继续保存。',
    password: '您的密码',
    passwordMissing: '请输入密码',
    hasBackup: '我已备份 PostgreSQL 数据库',
    backupMissing: '请先备份，例如运行 npx sheaf backup',
    do: '立即升级',
    downloading: '正在下载并校验…',
    switching: '正在切换…',

    awayTitle: (version: string) => `正在启动简册 ${version}`,
    away: (seconds: number) => `页面将在 ${seconds} 秒后刷新。`,
    awayLonger: '还需要一点时间，服务器恢复响应后页面会自动刷新。',
    awayLong: '服务器已两分钟没有响应。数据库较大时需要更久；如果一直如此，请查看服务器启动处的输出。',

    byHand: '手动升级',
    off: '未启用在线升级。启用需要设置更新源及其公钥，即 UPDATE_SOURCE 与 UPDATE_PUBLIC_KEY，详见手册。',
    container: '本服务器运行在容器中。容器不在内部升级，而是替换为新版本的容器。',
    unsupervised: '已设置更新源，但服务器不是通过 npm start 启动的，无法由它启动新版本。',
    several: '有多个服务端共用此数据库。请在各服务器上分别升级，新版本对外服务前应全部停用旧版本；步骤见 docs/scale.zh-CN.md。',
    git: '本系统由源码检出运行：',
    docker: '在 compose 文件所在目录执行。第一行用于从仓库拉取的镜像，第二行用于由源码构建的镜像：',
    folder: '用新版本覆盖安装目录，然后执行：',
    backupFirst: '请先备份，旧版本打开新版数据库并不可靠。',
    copy: '复制',
    copied: '已复制',
    notCopied: '复制失败',
  },
})

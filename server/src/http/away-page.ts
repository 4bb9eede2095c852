import { errorMessage, type Language } from '@sheaf/contract'

const words = {
  en: { title: 'Back in a moment', retry: 'This page tries again by itself.', now: 'Try now' },
  zh: { title: '稍后即可恢复', retry: '本页会自动重试。', now: '立即重试' },
}

/** What a browser shows while the database cannot be asked: made of nothing that has to be fetched. */
export const awayPage = (language: Language) => {
  const t = words[language]
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="15">
<title>${t.title} - Sheaf</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; background: Canvas; color: CanvasText }
main { max-width: 30rem; padding: 2rem 1.5rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600 }
p { margin: 0 0 1rem }
</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<p>${errorMessage('databaseAway', language)}${language === 'zh' ? '。' : '. '}${t.retry}</p>
<p><a href="">${t.now}</a></p>
</main>
</body>
</html>
`
}

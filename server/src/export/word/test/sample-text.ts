/** A small picture as a data URL. */
export const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGPg8V+BFTEMLQkAVaxBAd0uV3gAAAAASUVORK5CYII='

/** A page with every Markdown feature. */
export const everything = `
[TOC]

Text with **bold 粗体**, *italic*, ~~struck~~, \`code\`, <u>underline</u>, <mark>marked</mark>, H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>,
<font color="red" size="5">red</font>, a break
and a line. “引号”—破折号……

## Links {#links}

[Outside](https://example.com/a?b=1&c="2"), [mail](mailto:a@example.com), [other page](/5/2), [its part](/5/2#part), [by id](/page/2),
[old](#/5/2), [here](#links), [not ours](javascript:alert(1)), [not in it](/5/99), https://bare.example.com,
[odd](<http://e.com/{a}/b c?d=[e]|f>), [broken](<http://exa mple/>), [no host](http://).

## Lists

1. one
2. two
   - a
   - b

     second paragraph of b
     1. deep one
     2. deep two
3. three

   \`\`\`sh
   echo in the list
   \`\`\`

Between.

7. seven
8. eight

- [ ] open task
- [x] done task

## Table

| Name | Type | Required | Description |
|:--|:-:|--:|:--|
| user_id | int | 是 | 用户编号，说明较长的一段文字，看看列宽是否合适，会不会换行 |
| a_very_long_field_name_without_breaks | string | no | \`code \\| in\` cell, **bold** |

<table>
<tr><th colspan="2">Both</th><th>C</th></tr>
<tr><td rowspan="2">tall</td><td>x</td><td>1</td></tr>
<tr><td>y</td><td>2</td></tr>
</table>

## Code

\`\`\`ts{2} [main.ts]
// a comment
const answer: number = 42
	if (answer < 43 && "text") return \`x\`
\`\`\`

\`\`\`endpoint
POST https://api.example.com/v1/users/{id}
\`\`\`

## Boxes

> A quote
> of two lines

> quoted list
> - a
> - b

::: tip 提示标题
Text in it, with \`code\` and

| a | b |
|---|---|
| 1 | 2 |
:::

::: warning
- list
:::

> [!NOTE]
> GitHub's way

<details><summary>Click <b>me</b></summary>

Folded **text**

</details>

::: details 展开
x
:::

<center>centred</center>

<div align="right">right</div>

***

## Formulas

Inline $a^2 + b_i = \\frac{x+1}{\\sqrt{2}}$ and $5 money.

$$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2} \\quad \\int_0^1 x^2\\,dx = \\left(\\frac13\\right)$$

$$\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\hat{a} \\vec{v} \\overline{xy} \\underbrace{a+b}_{n} \\lim_{x\\to 0} \\begin{cases} 1 & x>0 \\\\ 0 & \\text{其他} \\end{cases}$$

$$\\badcommand{x}$$

## Pictures

![A picture](/server/index.php?s=/api/attachment/visitFile/sign/0123456789abcdef0123456789abcdef =120x80) ![in text](${PICTURE})

![elsewhere](https://sink.example.com/x.png) ![broken](data:image/png;base64,AAAA) ![](missing.png)

\`\`\`mermaid
graph LR
  A[开始] -->|是| B{判断} --> C((结束))
\`\`\`

\`\`\`mermaid
gantt
  title not drawn
\`\`\`

\`\`\`mindmap
# 中心
## 左
- 一
- 二
## 右
\`\`\`

## Notes

A note[^1], again[^1] and ^[one in the text].

[^1]: The note with [a link](https://example.com) and **bold**.

<script>alert(1)</script><iframe src="https://sink.example.com"></iframe>
`

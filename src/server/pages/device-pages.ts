import { alert, escapeHtml, page, type Look } from './page.ts';
import { words, type Problem } from './words.ts';

/** A form of the sign-in of a device: where it is sent, and what proves that its page sent it. */
interface DeviceForm {
  readonly action: string;
  readonly xsrf: string;
}

/** The page on which a person types the code that a device shows (RFC 8628, section 3.3). */
export function deviceCodePage(
  look: Look,
  { action, xsrf, problem }: DeviceForm & { readonly problem?: Problem | undefined },
): string {
  const say = words[look.language];
  return page(
    look,
    say.connectDevice,
    `<div class="card">${alert(problem && say.problems[problem])}<form method="post" action="${escapeHtml(action)}" autocomplete="off"><input type="hidden" name="xsrf" value="${escapeHtml(xsrf)}">
<label for="code">${say.deviceCode}</label><p class="hint" id="code-hint">${say.deviceCodeHint}</p><input id="code" name="user_code" type="text" required maxlength="40" aria-describedby="code-hint">
<div class="choices"><button class="main" type="submit">${say.goOn}</button></div></form></div>`,
  );
}

/** Asks whether the code is the one that the device shows: a person who was sent a link by somebody else declines here (RFC 8628, section 5.4). */
export function deviceConfirmPage(
  look: Look,
  {
    action,
    xsrf,
    clientName,
    code,
    shown,
  }: DeviceForm & { readonly clientName: string; readonly code: string; readonly shown: string },
): string {
  const say = words[look.language];
  return page(
    look,
    say.connect(clientName),
    `<div class="card"><p>${escapeHtml(say.deviceShows(clientName))}</p><p class="shown"><code>${escapeHtml(shown)}</code></p><p>${say.deviceWarning}</p>
<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="xsrf" value="${escapeHtml(xsrf)}"><input type="hidden" name="user_code" value="${escapeHtml(code)}"><input type="hidden" name="confirm" value="yes">
<div class="choices"><button class="main" type="submit">${say.goOn}</button><button type="submit" name="abort" value="yes">${say.deny}</button></div></form></div>`,
  );
}

/** What a person sees once the device may go on. */
export const deviceDonePage = (look: Look): string =>
  page(
    look,
    words[look.language].signedIn,
    `<div class="card"><p role="status">${words[look.language].deviceDone}</p></div>`,
  );

import { codeBounds, codeLimitNames, type CodeLimits } from '../../base/code-limits.ts';
import { SettingError } from '../../base/setting-error.ts';

/**
 * Reads `calls=2000,compute=30`.
 * @throws SettingError for an unknown limit, or one that is not a whole number in its range
 */
export function parseCodeLimits(text: string): Readonly<Partial<CodeLimits>> {
  const limits: { -readonly [Name in keyof CodeLimits]?: number } = {};
  for (const part of text.split(',').filter((one) => one.trim() !== '')) {
    const [key = '', value = ''] = part.split('=', 2).map((one) => one.trim());
    const name = codeLimitNames.find((one) => one === key);
    if (!name)
      throw new SettingError(`VISIBILITY_CODE: "${key}" is neither on, off nor one of ${codeLimitNames.join(', ')}`);
    const { max } = codeBounds[name];
    if (!/^\d{1,7}$/.test(value) || Number(value) < 1 || Number(value) > max)
      throw new SettingError(`VISIBILITY_CODE: ${name} "${value}" is not a whole number from 1 to ${max}`);
    limits[name] = Number(value);
  }
  return limits;
}

import { startTimer, type Clock } from '../../clock.ts';
import type { HttpLimits } from './http-limits.ts';

/**
 * Slows down guesses of the token: each wrong one waits before it is answered, and only so many wait at a time,
 * per address and in all. The right token is never delayed, wherever it comes from. Only waiting guesses are remembered.
 */
export class GuessDelay {
  readonly #limits: Pick<HttpLimits, 'guessDelayMs' | 'maxGuesses' | 'maxGuessesPerAddress'>;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, number>();
  #total = 0;

  constructor(limits: Pick<HttpLimits, 'guessDelayMs' | 'maxGuesses' | 'maxGuessesPerAddress'>, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Calls `answer` after the delay. Returns false, and does nothing, where too many wait already. */
  delay(address: string, answer: () => void): boolean {
    const { guessDelayMs, maxGuesses, maxGuessesPerAddress } = this.#limits;
    const waiting = this.#waiting.get(address) ?? 0;
    if (this.#total >= maxGuesses || waiting >= maxGuessesPerAddress) return false;
    this.#waiting.set(address, waiting + 1);
    this.#total++;
    startTimer(this.#clock, guessDelayMs, () => {
      const left = (this.#waiting.get(address) ?? 1) - 1;
      if (left > 0) this.#waiting.set(address, left);
      else this.#waiting.delete(address);
      this.#total--;
      answer();
    });
    return true;
  }
}

// Whether a text holds the number of a payment card (security rule 26, decision 0352): 13 to 19 digits, perhaps in groups, that begin as a
// network's numbers do, are as long as its numbers are, and carry the right check digit.

/** Not a part of a longer number or word, nor the decimals of one: numbers of orders and payments hold letters. */
const longNumber = /(?<![\dA-Za-z]|\d[.,])\d(?:[ -]?\d){12,18}(?![\dA-Za-z])/g;

const networks = [
  /^4\d{12}(\d{3}){0,2}$/,
  /^(5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^35(2[89]|[3-8]\d)\d{12}$/,
  /^6(011|5\d\d|4[4-9]\d)\d{12}$/,
  // UnionPay has other lengths too; 18 digits are a Chinese identity card more often.
  /^62\d{14}(\d{3})?$/,
];

export function hasCardNumber(text: string): boolean {
  return (text.match(longNumber) ?? []).some((found) => {
    const digits = found.replace(/\D/g, '');
    return networks.some((network) => network.test(digits)) && hasCheckDigit(digits);
  });
}

/** The check digit by Luhn's formula. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

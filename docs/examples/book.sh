#!/bin/sh
# From the search to the voucher with curl and jq.
# KEMBARA_URL is the shop's address, KEMBARA_KEY a test key, KEMBARA_QUERY words of a product without fields of its own.
set -eu
ask() { # method, path, body
  curl --silent --show-error --request "$1" "$KEMBARA_URL$2" \
    --header "Authorization: Bearer $KEMBARA_KEY" --header 'l: en' --header 'c: MYR' \
    --header 'Content-Type: application/json' --header "Idempotency-Key: ${4:-not-used}" ${3:+--data "$3"}
}

product=$(ask POST /api/product "{\"query\":\"$KEMBARA_QUERY\"}" | jq -r '.data.list[0].id')
detail=$(ask GET "/api/product/$product")
sku=$(echo "$detail" | jq -r '.data.packages[0].skus[0].id')
day=$(echo "$detail" | jq -r '.data.packages[0].nextOn')

# The form says what the product asks for, and the total that you confirm with the order.
form=$(ask GET "/api/order/bookProducts?lines=$sku:$day::1&addOns=")
order=$(echo "$form" | jq --arg sku "$sku" --arg day "$day" '{
  lines: [{ skuId: $sku, playOn: $day, session: "", quantity: 1 }], addOns: [],
  contact: { name: "Mei Tan", email: "mei@example.com", areaCode: "60", phone: "12345678" },
  orderFields: {}, travellers: [], promoCode: "", agreed: true, seenTotal: .data.total }')
# The same Idempotency-Key again gives the same order, never a second one.
number=$(ask POST "/api/order/$product/createOrder" "$order" "book-$$-$(date +%s)" | jq -r '.data.orderNo')

seen=$(ask GET "/api/order/$number/payInfo" | jq '.data.channels[] | select(.channel == "deposit") | .payable')
ask POST "/api/order/$number/paying" "{\"channel\":\"deposit\",\"seen\":$seen}" "pay-$number" | jq -r '.msg' >&2
ask GET "/api/order/download/voucher?subOrderNo=$number-1" > voucher.pdf
echo "$number"

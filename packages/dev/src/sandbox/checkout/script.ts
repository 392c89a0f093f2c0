/** Comfort only: every step also works without it, by form posts and timed reloads. */
export const SCRIPT = `
(function () {
  var root = document.documentElement
  root.classList.add("script")

  // A reload shows the receipt and stays there; only the first arrival goes on to the shop.
  var here = new URL(location.href)
  if (here.searchParams.has("back")) {
    here.searchParams.delete("back")
    history.replaceState(null, "", here)
  }

  var country = document.getElementById("country")
  if (country) country.addEventListener("change", function () { country.form.submit() })

  document.querySelectorAll("form[method=post]").forEach(function (form) {
    form.addEventListener("submit", function (event) {
      if (form.dataset.sent) return event.preventDefault()
      form.dataset.sent = "yes"
      if (event.submitter) event.submitter.setAttribute("aria-disabled", "true")
    })
  })
  // Coming back by the browser's history must not find dead buttons.
  window.addEventListener("pageshow", function (event) { if (event.persisted) location.reload() })

  function group(input, format) {
    if (input) input.addEventListener("input", function () {
      if (input.selectionStart === input.value.length) input.value = format(input.value.replace(/\\D/g, ""))
    })
  }
  group(document.getElementById("card_number"), function (digits) {
    return digits.slice(0, 19).replace(/(\\d{4})(?=\\d)/g, "$1 ")
  })
  group(document.getElementById("card_expiry"), function (digits) {
    return digits.length > 2 ? digits.slice(0, 2) + "/" + digits.slice(2, 4) : digits
  })
  document.querySelectorAll("[data-card]").forEach(function (button) {
    button.addEventListener("click", function () {
      var values = { card_number: button.dataset.card, card_expiry: button.dataset.expiry, card_cvc: "123" }
      Object.keys(values).forEach(function (id) { document.getElementById(id).value = values[id] })
      var name = document.getElementById("card_name")
      if (!name.value) name.value = button.dataset.name
      document.querySelector("[data-testid=pay]").focus()
    })
  })

  // Stays when the browser brings the page back: a customer who went back wants to see it.
  var back = document.querySelector("[data-returns]")
  if (back) {
    var leave = setTimeout(function () { location.assign(back.href) }, Number(back.dataset.returns) * 1000)
    addEventListener("pageshow", function (event) { if (event.persisted) clearTimeout(leave) })
  }

  var waiting = document.querySelector("[data-poll]")
  if (!waiting) return
  function look() {
    fetch(waiting.dataset.poll, { headers: { accept: "application/json" } })
      .then(function (answer) { return answer.json() })
      .then(function (now) {
        if (now.step !== waiting.dataset.step) location.replace(waiting.dataset.next)
        else setTimeout(look, 1000)
      })
      .catch(function () { setTimeout(look, 3000) })
  }
  setTimeout(look, 700)
})()
`
